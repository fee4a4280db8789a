/*
 * terminal HOST LINE: a shell of a host at a serial line. It is root in its network, but has no capability to change
 * what the page relies on: mounts, other processes' memory, devices, the machine's power.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

static const int WITHOUT[] = {
	CAP_SYS_ADMIN, CAP_SYS_PTRACE, CAP_SYS_BOOT, CAP_SYS_RAWIO, CAP_SYS_CHROOT, CAP_SYS_TIME, CAP_MKNOD,
};

int main(int argc, char **argv)
{
	char path[64];
	int network, line;

	if (argc < 3)
		return 2;
	snprintf(path, sizeof(path), "/run/netns/%s", argv[1]);
	network = open(path, O_RDONLY | O_CLOEXEC);
	setsid();
	line = open(argv[2], O_RDWR);
	if (network < 0 || line < 0 || setns(network, CLONE_NEWNET) < 0 || unshare(CLONE_NEWUTS) < 0)
		return 1;
	sethostname(argv[1], strlen(argv[1]));
	ioctl(line, TIOCSCTTY, 1);
	for (int fd = 0; fd < 3; fd++)
		dup2(line, fd);
	if (line > 2)
		close(line);
	for (size_t i = 0; i < sizeof(WITHOUT) / sizeof(*WITHOUT); i++)
		prctl(PR_CAPBSET_DROP, WITHOUT[i], 0, 0, 0);
	if (chdir("/root") < 0)
		return 1;
	execl("/bin/sh", "-sh", NULL);
	return 127;
}
