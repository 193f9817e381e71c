"""What is told: news, digests, reminders, and what stands below an answer."""
