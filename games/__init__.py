"""Games on gamecore's public interface alone, as a user would write them."""
