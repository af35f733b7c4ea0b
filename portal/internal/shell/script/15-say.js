// What the eye sees change is spoken too, politely. The same words twice are
// spoken once, unless they differ: hence the space.
let spoken = 0
const say = (words) => {
  document.getElementById('live').textContent = words + '\u00a0'.repeat(spoken++ % 2)
}
