"""What the floor does and answers: the rules of the desk, without HTTP and without SQL."""
