import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'

function Names() {
  const [isChecked, setChecked] = useState(false)
  const [second, setSecond] = useState('')
  const error = isChecked && second === '' ? 'Please enter a name' : undefined
  return (
    <Form onSubmit={() => setChecked(true)}>
      <TextField label="First" />
      <TextField label="Second" error={error} value={second} onChange={({ target }) => setSecond(target.value)} />
      <TextField label="Third" error={isChecked ? 'Please enter a name' : undefined} />
      <button type="submit">Save</button>
    </Form>
  )
}

it('the first field with an error gets the focus after a submit, unless a field with an error already has the focus', async () => {
  render(<Names />)
  const save = screen.getByRole('button', { name: 'Save' })
  save.focus()
  fireEvent.click(save)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Second')))
  screen.getByLabelText('Third').focus()
  fireEvent.submit(screen.getByLabelText('Third'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(screen.getByLabelText('Third'))
})
