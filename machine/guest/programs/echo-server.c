/*
 * echo-server PORT [--size BYTES] [--delay S] [--forgets 1]: sends back what it reads, as soon as there are --size bytes of
 * it and --delay seconds later, a process for each connection. It can forget to close those that its clients have closed.
 */
#include "serve.h"

int main(int argc, char **argv)
{
	static char bytes[65536];
	double delay = option(argc, argv, "--delay", 0);
	size_t size = option(argc, argv, "--size", 1);
	int forgets = option(argc, argv, "--forgets", 0);
	int listener = listen_on(argc, argv, 128, 0,
				 "echo-server PORT [--size BYTES] [--delay S] [--forgets 1]");

	for (;;) {
		int fd = accept(listener, NULL, NULL);
		ssize_t n;

		if (fd >= 0 && fork() == 0) {
			size_t length = 0;

			while ((n = read(fd, bytes + length, sizeof(bytes) - length)) > 0) {
				length += n;
				if (length < size && length < sizeof(bytes))
					continue;
				pause_for(delay);
				if (write(fd, bytes, length) < 0)
					break;
				length = 0;
			}
			while (forgets)
				pause();
			_exit(0);
		}
		close(fd);
	}
}
