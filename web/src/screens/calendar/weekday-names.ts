// The days of the week, Monday first, short for the eye and long for the ear.

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (long) => ({ long, short: long.slice(0, 3) }),
)
