"""Teaching nets by games against themselves."""
