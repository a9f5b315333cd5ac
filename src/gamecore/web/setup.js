// Positions set up by hand, but for connect four, whose positions are made by moves.

export const PIECES = {
  checkers: ["black man", "black king", "white man", "white king", "nothing"],
  backgammon: ["white", "black", "nothing"],
};

/** As bare a board as the game allows. */
export const emptied = (game, state) => game === "checkers" ? "B:W29:B1" : withBoard(state, `-A${"-".repeat(22)}a-`);

/** An XGID before the roll, with the stakes of the position. */
function withBoard({xgid}, letters) {
  const [, cube, owner, turn, , ...rest] = xgid.split(":");
  return [`XGID=${letters}`, cube, owner, turn, "00", ...rest].join(":");
}

/** The text of the position with a piece put on a place, or the last one taken away; `place` null: only the side to
 *  move changes. */
export function put(game, state, place, piece, mover) {
  return game === "checkers" ? putCheckers(state, place, piece, mover) : putBackgammon(state, place, piece);
}

function putCheckers(state, place, piece, mover) {
  const pieces = {...state.contents};
  if (place !== null) {
    if (piece === "nothing" || pieces[place] === piece) delete pieces[place];
    else pieces[place] = piece;
  }
  const list = side => Object.entries(pieces).filter(([, words]) => words.startsWith(side))
    .map(([square, words]) => (words.endsWith("king") ? "K" : "") + square).join(",");
  return `${mover === "white" ? "W" : "B"}:W${list("white")}:B${list("black")}`;
}

/** In the letters of XGID: 26 places as White counts them, A..O for White's checkers, a..o for Black's. White is on
 *  roll, as in every text of a position. */
function putBackgammon(state, place, piece) {
  const letters = [...state.xgid.slice(5, 31)];
  const bar = piece === "black" || piece === "nothing" && letters[25] === "-" ? 0 : 25;
  const at = place === "bar" ? bar : Number(place);
  if (place !== "off") {
    const base = piece === "white" ? 64 : 96, here = letters[at].charCodeAt(0);
    const count = letters[at] === "-" ? 0 : here - (here > 96 ? 96 : 64);
    if (piece === "nothing") letters[at] = count > 1 ? String.fromCharCode(here - 1) : "-";
    else if (letters[at] !== "-" && (here > 96) !== (piece === "black")) letters[at] = String.fromCharCode(base + 1);
    else if (count < 15) letters[at] = String.fromCharCode(base + count + 1);
  }
  return withBoard(state, letters.join(""));
}
