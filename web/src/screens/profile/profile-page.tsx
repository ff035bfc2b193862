import { useMeOrThrow } from '#lib/me.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { AccountSection } from './account-section.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfilePage() {
  const { user, bands } = useMeOrThrow()
  const isEditing = user.profileCompleted
  const afterCreate = bands.length > 0 ? '/dashboard' : '/onboarding'
  const afterEdit = bands.length > 0 ? '/dashboard' : '/'

  return (
    <div className="max-w-xl">
      {isEditing ? (
        <PageHeading title="Your Profile" text="What your bands see of you." />
      ) : (
        <PageHeading title="Complete Your Profile" text="Your bandmates need to know who is who. It takes a minute." />
      )}
      <ProfileForm user={user} isEditing={isEditing} next={isEditing ? afterEdit : afterCreate} />
      <AccountSection user={user} isNew={!isEditing} />
    </div>
  )
}
