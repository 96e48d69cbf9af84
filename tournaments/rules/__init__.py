"""What the rulebook and the hall decide about seats, movement and first deal: pure functions over plain values."""
