"""Games written only on gamecore's public interface, as a user would write them."""
