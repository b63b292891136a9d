"""What pages are built of: form layout, fields, colors, addresses."""
