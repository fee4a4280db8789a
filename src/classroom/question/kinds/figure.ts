/** The figure in which students' code is raced. */
export const FIGURE = 'your-algorithm';
