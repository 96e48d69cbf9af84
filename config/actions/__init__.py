"""What is done above the single apps: steps reopened, accounts for the demonstration, a whole tournament brought in, news."""
