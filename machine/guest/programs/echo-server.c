/* echo-server PORT [--delay S]: sends back what it reads, --delay seconds later, a process for each connection. */
#include "serve.h"

int main(int argc, char **argv)
{
	static char bytes[65536];
	double delay = option(argc, argv, "--delay", 0);
	int listener = listen_on(argc, argv, 128, 0, "echo-server PORT [--delay S]");

	for (;;) {
		int fd = accept(listener, NULL, NULL);
		ssize_t n;

		if (fd >= 0 && fork() == 0) {
			while ((n = read(fd, bytes, sizeof(bytes))) > 0) {
				pause_for(delay);
				if (write(fd, bytes, n) < 0)
					break;
			}
			_exit(0);
		}
		close(fd);
	}
}
