"""The courses of lessons and the languages they are told in; the command line names them without reading any."""

COURSES = ("kahuna", "exahuna", "special", "planning", "head-start")
LANGUAGES = ("en", "de", "es", "it", "ja")
