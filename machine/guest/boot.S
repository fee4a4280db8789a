# The first instructions of the machine: what a boot loader would do (Linux Documentation/arch/x86/boot.rst, "32-bit boot
# protocol"). v86 takes the image for one of the Multiboot kind, loads it, and jumps here in flat protected mode.

	.code32
	.globl	start
header:				# Multiboot 0.6.96 §3.1; bit 16: the addresses stand here
	.long	0x1BADB002
	.long	0x00010000
	.long	-(0x1BADB002 + 0x00010000)
	.long	header, header, IMAGE_END, 0, start
start:
	cli
	cld
	movl	$BOOT_PARAMS, %esp
	# The IDE controller (PCI device 30) has no primary channel. A BIOS asks for its two ports and so learns that. Until
	# then v86 keeps addresses for them, and fails to restore the state.
	movl	$0x8000F010, %eax
	call	forget
	movl	$0x8000F014, %eax
	call	forget
	movl	$BOOT_PARAMS, %esi
	xorl	%ebp, %ebp
	xorl	%edi, %edi
	xorl	%ebx, %ebx
	movl	$KERNEL, %eax
	jmp	*%eax

forget:				# writes 0 to the register of a PCI device that %eax names
	movw	$0xCF8, %dx
	outl	%eax, %dx
	movw	$0xCFC, %dx
	xorl	%eax, %eax
	outl	%eax, %dx
	ret
