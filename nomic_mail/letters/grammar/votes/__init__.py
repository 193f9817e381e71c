"""How people say yes and no. `said` has their words, `readers` the shapes of a vote that they make;
a passage of a letter comes to `votes`, a whole letter to `whole`. Words are data: a new one stands
where the others of its meaning are, and nowhere else."""
