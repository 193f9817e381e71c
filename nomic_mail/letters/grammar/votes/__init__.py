"""How people say yes and no."""
