/**
 * The request header with the id of the user who made a change. The server refuses the request in the session of another user, so
 * that a change that waited on a shared phone is never sent by another account.
 */
export const userIdHeader = 'x-gaffer-user'
