#include "textflag.h"

// CLONE_VM, FS, FILES, SIGHAND, THREAD and SYSVSEM
#define THREAD_FLAGS 0x50f00

// func idleThread(stack uintptr) int
TEXT ·idleThread(SB), NOSPLIT, $0-16
	MOVD	$THREAD_FLAGS, R0
	MOVD	stack+0(FP), R1
	MOVD	$0, R2
	MOVD	$0, R3
	MOVD	$0, R4
	MOVD	$220, R8 // clone
	SVC
	CBZ	R0, sleep
	MOVD	R0, ret+8(FP)
	RET
sleep:
	MOVD	$·forever(SB), R0
	MOVD	$0, R1
	MOVD	$101, R8 // nanosleep
	SVC
	JMP	sleep
