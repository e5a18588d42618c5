export const periodsPath = '/books/periods';
