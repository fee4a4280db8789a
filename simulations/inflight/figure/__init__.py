"""It describes a figure: parameters, outputs, views, bets, commands. It knows nothing of TCP."""
