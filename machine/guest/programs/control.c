/*
 * control [HOST LINE] …: runs commands for whoever is at the other end of the serial line that is its input, several at a
 * time. It is the machine's process 1, so it also keeps a terminal running at the line of each host and buries what others
 * leave behind.
 *
 *   asked    run ID HOST LENGTH\n SCRIPT     a shell script in a host, or in the machine itself (HOST "machine")
 *            kill ID\n                       ends it and all that it has started
 *   told     ready\n
 *            out ID LENGTH\n BYTES           what it printed, on either output
 *            end ID STATUS\n                 how it ended: its exit status, or 128 and the signal
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define JOBS 32

struct job {
	unsigned int id;
	pid_t pid; /* 0: free */
	int output; /* -1: it prints no more */
	int status; /* -1: it runs */
};

static struct job jobs[JOBS];
static char **hosts; /* name, line, name, line, …, NULL */
static pid_t terminals[8];
static const int line = STDIN_FILENO;
static int died[2]; /* a byte for every child that ended */

static void tell(const void *bytes, size_t length)
{
	const char *at = bytes;

	while (length) {
		ssize_t n = write(line, at, length);

		if (n < 0 && errno != EINTR)
			return;
		if (n > 0) {
			at += n;
			length -= n;
		}
	}
}

static void tell_end(unsigned int id, int status)
{
	char head[40];

	tell(head, snprintf(head, sizeof(head), "end %u %d\n", id, status));
}

/* Reads a byte, or ends the machine's only process that must not end: the kernel then says so. */
static char hear(void)
{
	char byte;
	ssize_t n;

	do
		n = read(line, &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		exit(1);
	return byte;
}

static void on_child(int signal)
{
	int kept = errno;

	(void)signal;
	if (write(died[1], "", 1) < 0)
		kept = errno == EAGAIN ? kept : errno; /* a full pipe is enough to wake up from */
	errno = kept;
}

static void run(unsigned int id, char *host, char *script)
{
	struct job *job = jobs;
	int output[2];

	while (job < jobs + JOBS && job->pid)
		job++;
	if (job == jobs + JOBS || pipe2(output, O_CLOEXEC) < 0) {
		tell_end(id, 126);
		return;
	}
	job->pid = fork();
	if (job->pid < 0) {
		job->pid = 0;
		close(output[0]);
		close(output[1]);
		tell_end(id, 126);
		return;
	}
	if (!job->pid) {
		char *in_machine[] = { "sh", "-c", script, NULL };
		char *in_host[] = { "on", host, "sh", "-c", script, NULL };
		char **command = strcmp(host, "machine") ? in_host : in_machine;

		setsid();
		dup2(open("/dev/null", O_RDONLY), 0);
		dup2(output[1], 1);
		dup2(output[1], 2);
		execvp(command[0], command);
		_exit(127);
	}
	close(output[1]);
	job->id = id;
	job->output = output[0];
	job->status = -1;
}

static void obey(void)
{
	char words[128], verb[8], host[32];
	unsigned int id, length = 0;
	size_t n = 0;
	char *script;

	while ((words[n] = hear()) != '\n')
		if (n < sizeof(words) - 1)
			n++;
	words[n] = 0;
	n = sscanf(words, "%7s %u %31s %u", verb, &id, host, &length);
	if (n == 4 && !strcmp(verb, "run")) {
		script = malloc(length + 1);
		for (n = 0; n < length; n++)
			script[n] = hear();
		script[length] = 0;
		run(id, host, script);
		free(script);
	} else if (n == 2 && !strcmp(verb, "kill")) {
		for (struct job *job = jobs; job < jobs + JOBS; job++)
			if (job->pid && job->id == id)
				kill(-job->pid, SIGKILL);
	}
}

static void print(struct job *job)
{
	static char bytes[4096];
	char head[40];
	ssize_t n = read(job->output, bytes, sizeof(bytes));

	if (n > 0) {
		tell(head, snprintf(head, sizeof(head), "out %u %zd\n", job->id, n));
		tell(bytes, n);
	} else if (n == 0 || errno != EINTR) {
		close(job->output);
		job->output = -1;
	}
}

static void keep_terminals(void)
{
	for (int i = 0; hosts[2 * i]; i++) {
		if (terminals[i] > 0)
			continue;
		terminals[i] = fork();
		if (!terminals[i]) {
			execlp("terminal", "terminal", hosts[2 * i], hosts[2 * i + 1], NULL);
			_exit(127);
		}
	}
}

static void bury(void)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (size_t i = 0; i < sizeof(terminals) / sizeof(*terminals); i++)
			if (terminals[i] == pid)
				terminals[i] = 0;
		for (struct job *job = jobs; job < jobs + JOBS; job++)
			if (job->pid == pid)
				job->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	}
	keep_terminals();
}

int main(int argc, char **argv)
{
	struct pollfd waits[JOBS + 2];
	struct job *of[JOBS + 2];
	struct termios raw;
	char drop[64];

	if (argc / 2 > 8 || pipe2(died, O_CLOEXEC | O_NONBLOCK) < 0)
		return 1;
	tcgetattr(line, &raw);
	cfmakeraw(&raw);
	tcsetattr(line, TCSANOW, &raw);
	sigaction(SIGCHLD, &(struct sigaction){ .sa_handler = on_child }, NULL);
	hosts = argv + 1;
	keep_terminals();
	tell("ready\n", 6);

	for (;;) {
		int n = 2;

		waits[0] = (struct pollfd){ line, POLLIN, 0 };
		waits[1] = (struct pollfd){ died[0], POLLIN, 0 };
		for (struct job *job = jobs; job < jobs + JOBS; job++)
			if (job->pid && job->output >= 0) {
				of[n] = job;
				waits[n++] = (struct pollfd){ job->output, POLLIN, 0 };
			}
		if (poll(waits, n, -1) < 0)
			continue;
		if (waits[1].revents)
			while (read(died[0], drop, sizeof(drop)) > 0)
				;
		bury();
		for (int i = 2; i < n; i++)
			if (waits[i].revents)
				print(of[i]);
		/* A script has ended when its shell has: what it left running may hold its output open. */
		for (struct job *job = jobs; job < jobs + JOBS; job++)
			if (job->pid && job->status >= 0) {
				if (job->output >= 0) {
					fcntl(job->output, F_SETFL, O_NONBLOCK);
					while (job->output >= 0) {
						struct pollfd more = { job->output, POLLIN, 0 };

						if (poll(&more, 1, 0) < 1)
							break;
						print(job);
					}
					if (job->output >= 0)
						close(job->output);
				}
				tell_end(job->id, job->status);
				job->pid = 0;
			}
		if (waits[0].revents & POLLIN)
			obey();
	}
}
