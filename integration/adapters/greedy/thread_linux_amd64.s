#include "textflag.h"

// CLONE_VM, FS, FILES, SIGHAND, THREAD and SYSVSEM
#define THREAD_FLAGS 0x50f00

// func idleThread(stack uintptr) int
TEXT ·idleThread(SB), NOSPLIT, $0-16
	MOVQ	$THREAD_FLAGS, DI
	MOVQ	stack+0(FP), SI
	MOVQ	$0, DX
	MOVQ	$0, R10
	MOVQ	$0, R8
	MOVQ	$56, AX // clone
	SYSCALL
	CMPQ	AX, $0
	JEQ	sleep
	MOVQ	AX, ret+8(FP)
	RET
sleep:
	LEAQ	·forever(SB), DI
	MOVQ	$0, SI
	MOVQ	$35, AX // nanosleep
	SYSCALL
	JMP	sleep
