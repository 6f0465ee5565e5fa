"""The evaluation kit: measures of the real rules and paths on files that anyone can bring."""
