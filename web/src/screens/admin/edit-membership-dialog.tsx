import { type MemberChangesBody } from '#features/bands/queries.ts'
import { bandCreatorIconChoices, newMemberIconChoices, type MemberIconChoice } from '@gaffer/domain/bands/member-icons'
import { limits } from '@gaffer/domain/shared/limits'
import { MemberChangesInput, type Membership } from '@gaffer/domain/bands/member'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { MemberIconPicker } from '#features/bands/member-icon-picker.tsx'
import { Button } from '#ui/button.tsx'
import { rebaseForm } from '#lib/form-draft.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useZodForm } from '#ui/use-zod-form.ts'
import { useChange } from '#offline/use-change.ts'
import { showToast } from '#ui/toast-store.ts'

export function EditMembershipDialog({ member, onClose }: { member: Membership; onClose: () => void }) {
  const { save, isSaving } = useSaveMember(member)
  const formId = useId()
  const form = useZodForm(MemberChangesInput, {
    displayName: member.displayName,
    role: member.role,
    part: member.part ?? '',
    icon: member.icon as MemberIconChoice['icon'],
    color: member.color,
  })
  const { errors, isDirty } = form.formState
  const [icon = 'music', color = member.color] = useWatch({ control: form.control, name: ['icon', 'color'] })

  async function submit(changes: MemberChangesBody) {
    const sent = form.getValues()
    if ((await save(changes, 'Your card was updated')) && !rebaseForm(form, sent)) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      title="Your card in this band"
      footer={
        <Button type="submit" form={formId} isWide isBusy={isSaving}>
          Save Changes
        </Button>
      }
    >
      <Form id={formId} onSubmit={form.handleSubmit(submit)} className="grid grid-cols-1 gap-5">
        <TextField
          label="Display Name"
          autoComplete="nickname"
          maxLength={limits.nameLength}
          error={errors.displayName?.message}
          {...form.register('displayName')}
        />
        <TextField
          label="Role"
          hint="What you do in the band. It does not change what you can do here."
          autoComplete="off"
          maxLength={limits.nameLength}
          error={errors.role?.message}
          {...form.register('role')}
        />
        <TextField
          label="Part"
          hint="What you play, such as Bass. Charts for it come first; empty means your role."
          isOptional
          autoComplete="off"
          maxLength={limits.chartPartLength}
          error={errors.part?.message}
          {...form.register('part')}
        />
        <MemberIconPicker
          legend="Your icon"
          choices={iconChoices}
          value={{ icon, color }}
          onChoose={(choice) => {
            form.setValue('icon', choice.icon, { shouldDirty: true })
            form.setValue('color', choice.color, { shouldDirty: true })
          }}
        />
        <TextField
          label="Another colour"
          type="color"
          isOptional
          className="[&_input]:cursor-pointer [&_input]:p-1.5"
          {...form.register('color')}
        />
      </Form>
    </Dialog>
  )
}

/** Returns a function that says whether a choice has the icon and the colour of `one`. */
const isSameChoiceAs = (one: MemberIconChoice) => (other: MemberIconChoice) =>
  other.icon === one.icon && other.color === one.color
/** The choices of the create-band page and of the form that adds a member, without duplicates. */
const iconChoices = [
  ...bandCreatorIconChoices,
  ...newMemberIconChoices.filter((one) => !bandCreatorIconChoices.some(isSameChoiceAs(one))),
]

/** Saves changes of a member, and shows the outcome in a toast. `save` resolves to whether they are saved. */
export function useSaveMember({ id, bandId }: Membership) {
  const change = useChange('PATCH /api/bands/:bandId/members/:memberId', {
    changes: 'members',
    failure: { title: 'Error' },
  })

  async function save(changes: MemberChangesBody, title: string): Promise<boolean> {
    if (!(await change.send({ params: { bandId, memberId: id }, body: changes }))) return false
    showToast({ title })
    return true
  }

  return { save, isSaving: change.isPending }
}
