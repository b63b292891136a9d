"""What happens by the calendar alone: the sweep, the reminders and their tasks."""
