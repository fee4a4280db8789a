"""TCP connections as a capture shows them: from segments to what each sender did and waited for."""
