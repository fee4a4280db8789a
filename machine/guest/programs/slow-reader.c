/* slow-reader PORT [--rate BYTES] [--rcvbuf BYTES]: reads at most --rate bytes a second (0: nothing), one connection after the other. */
#include "serve.h"

int main(int argc, char **argv)
{
	static char bytes[65536];
	double rate = option(argc, argv, "--rate", 100000);
	int listener = listen_on(argc, argv, 16, option(argc, argv, "--rcvbuf", 0),
				 "slow-reader PORT [--rate BYTES] [--rcvbuf BYTES]");

	for (;;) {
		int fd = accept(listener, NULL, NULL);
		/* A tenth of a second's worth at a time. */
		size_t at_once = rate / 10 < 1 ? 1 : rate / 10 < sizeof(bytes) ? rate / 10 : sizeof(bytes);
		ssize_t n;

		if (fd < 0)
			continue;
		if (rate <= 0)
			for (;;)
				pause();
		while ((n = read(fd, bytes, at_once)) > 0)
			pause_for(n / rate);
		close(fd);
	}
}
