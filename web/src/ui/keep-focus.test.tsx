import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveFocusOnRemoval } from './keep-focus.ts'

let stop: () => void
beforeEach(() => {
  document.body.innerHTML = `
    <main><h1>Page</h1>
      <section id="answer"><input type="radio" id="yes" /><button id="withdraw">Withdraw</button></section>
      <ul><li id="first"><button>Remove first</button></li><li id="second"><button id="of-second">Remove second</button></li></ul>
      <div id="alone"><p>Text</p><button id="only">Only</button></div>
    </main>
    <div role="dialog"><h2>Dialog</h2><div id="in-dialog"><button id="last">Last</button></div></div>`
  stop = moveFocusOnRemoval()
})
afterEach(() => stop())

const element = (id: string) => document.getElementById(id) as HTMLElement
const focusedText = () => document.activeElement?.textContent || document.activeElement?.id

test.each([
  ['a row', 'of-second', 'second', 'Remove first'],
  ['the first row', 'first', 'first', 'Remove second'],
  ['a button', 'withdraw', 'withdraw', 'yes'],
  ['the only button of its page section', 'only', 'alone', 'Remove first'],
  ['the only button of a dialog', 'last', 'in-dialog', 'Dialog'],
])('when %s is removed, the focus moves to a remaining element near it', async (_, focusedId, removedId, expected) => {
  const start = element(focusedId)
  ;(start.querySelector('button') ?? start).focus()
  element(removedId).remove()
  await expect.poll(focusedText).toBe(expected)
})

test('the removal of an element that has already lost the focus moves no focus', async () => {
  element('withdraw').focus()
  element('withdraw').blur()
  await new Promise((done) => setTimeout(done, 5))
  element('withdraw').remove()
  await new Promise((done) => setTimeout(done, 150))
  expect(document.activeElement).toBe(document.body)
})

test('after the removal of the focused element, a focus that moves elsewhere at once stays there', async () => {
  element('last').focus()
  element('in-dialog').remove()
  element('yes').focus()
  await new Promise((done) => setTimeout(done, 150))
  expect(focusedText()).toBe('yes')
})
