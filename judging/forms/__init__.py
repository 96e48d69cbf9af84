"""What is typed where judges are called and rule."""
