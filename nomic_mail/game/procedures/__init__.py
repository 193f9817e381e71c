"""How a round of play goes. Which procedure is in force is itself a clause of a rule."""
