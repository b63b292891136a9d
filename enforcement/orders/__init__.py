"""Orders of enforcement: notices of violation, enforcement orders, stop work, cease and desist, suspension of access."""
