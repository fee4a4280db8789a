/*
 * small-writes HOST PORT [--count N] [--size BYTES] [--nodelay 1]: asks --count times and waits for each answer, which has
 * the length of the question. It sends each question in two writes of half the --size.
 */
#include "option.h"
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
	static char bytes[65536];
	int count = option(argc, argv, "--count", 10), size = option(argc, argv, "--size", 200);
	int nodelay = option(argc, argv, "--nodelay", 0);
	struct hostent *host = argc > 2 ? gethostbyname(argv[1]) : NULL;
	struct sockaddr_in address = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (!host || size < 2 || (size_t)size > sizeof(bytes)) {
		fprintf(stderr, "usage: small-writes HOST PORT [--count N] [--size BYTES] [--nodelay 1]\n");
		return 2;
	}
	address.sin_port = htons(atoi(argv[2]));
	memcpy(&address.sin_addr, host->h_addr_list[0], sizeof(address.sin_addr));
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &nodelay, sizeof(nodelay));
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
		perror(argv[0]);
		return 1;
	}
	while (count-- > 0) {
		double asked = milliseconds();
		ssize_t n = 0;

		for (int half = 0; half < 2; half++)
			if (write(fd, bytes, half ? size - size / 2 : size / 2) < 0)
				perror("write");
		for (int got = 0; got < size; got += n)
			if ((n = read(fd, bytes, sizeof(bytes))) <= 0)
				return 1;
		printf("%.1f ms\n", milliseconds() - asked);
		fflush(stdout);
	}
	return 0;
}
