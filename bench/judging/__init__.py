"""What the judge and its sandbox cost, and whether they are fair on a busy machine."""
