/* What the small servers share: a listening socket, and a pause. */
#include "option.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* A socket that listens on the port that is the first argument. */
static int listen_on(int argc, char **argv, int backlog, int rcvbuf, const char *usage)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	struct sockaddr_in address = { .sin_family = AF_INET };

	if (argc < 2 || !atoi(argv[1])) {
		fprintf(stderr, "usage: %s\n", usage);
		exit(2);
	}
	address.sin_port = htons(atoi(argv[1]));
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	/* Before listen(): the window scale of each connection is chosen in its handshake. */
	if (rcvbuf)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &rcvbuf, sizeof(rcvbuf));
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 || listen(fd, backlog) < 0) {
		perror(argv[0]);
		exit(1);
	}
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_IGN);
	return fd;
}

static void pause_for(double seconds)
{
	nanosleep(&(struct timespec){ (time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9) }, NULL);
}
