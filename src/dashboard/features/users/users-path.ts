export const usersPath = '/settings/users';
