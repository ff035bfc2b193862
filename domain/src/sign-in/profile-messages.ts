export const profileMessages = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  displayNameRequired: 'Display name is required',
  profileUpdated: 'Profile Updated',
  profileNotUpdated: 'Failed to Update Profile',
  soleOwner: (band: string) =>
    `You are the only owner of ${band}. Make another member an owner first, or remove its other members.`,
} as const
