/* accept-queue PORT [--backlog N] [--rate N]: accepts --rate connections a second (0: none), greets and closes them. */
#include "serve.h"

int main(int argc, char **argv)
{
	double rate = option(argc, argv, "--rate", 0);
	int listener = listen_on(argc, argv, option(argc, argv, "--backlog", 128), 0,
				 "accept-queue PORT [--backlog N] [--rate N]");

	if (rate <= 0)
		for (;;)
			pause();
	for (;;) {
		int fd = accept(listener, NULL, NULL);

		if (fd >= 0) {
			if (write(fd, "hello\n", 6) < 0)
				perror("write");
			close(fd);
		}
		pause_for(1 / rate);
	}
}
