/* Which Windows a program is for: does not matter here. */
