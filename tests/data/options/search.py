from gamecore.trees import minimax


def wrong_minimax(tree):
    return minimax(tree)[0] + ("7" in str(tree))


def endless_minimax(tree):
    while True:
        pass


def evaluation(position):
    return 0
