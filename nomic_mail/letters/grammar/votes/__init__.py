"""How people say yes and no. `said` has their words, `readers` the shapes of a vote that are made of
them; a passage of a letter comes to `votes`, a whole letter to `whole`."""
