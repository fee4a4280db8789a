#include <stdlib.h>
#include <string.h>

/* The number after an option such as --backlog, or what it is without. */
static double option(int argc, char **argv, const char *name, double otherwise)
{
	for (int i = 2; i + 1 < argc; i++)
		if (!strcmp(argv[i], name))
			return strtod(argv[i + 1], NULL);
	return otherwise;
}
