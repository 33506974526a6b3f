// ---- A lesson: steps with captions, predictions and challenges ---------------------------------------------------

let lesson = null;       // page.lesson, with what was answered; null on pages of a scenario
let cut = Infinity;      // until a prediction is given, nothing later is shown
const task = {};         // of the step on screen: at, isAnswered, guess, keys, hasHint

const step = () => lesson.steps[task.at];
const isConcealing = () => lesson !== null && cut < Infinity;
/// Whether the picture does not tell results: before an answer, and where the step does not show the end.
const isHiding = () => isConcealing() || (lesson !== null && step().until !== undefined);
const html = text => rich(tracks[0] ?? {}, text);
const percent = share => Number((100 * share).toPrecision(2)) + '%';
const shown = value => {
  const rounded = Number(value.toPrecision(4));
  return Math.abs(rounded) < 10000 ? String(rounded) : rounded.toLocaleString('en');
};
/// The number that someone typed, with or without its unit, spaces or thousands separators; NaN for anything else.
const typed = (text, unit) => {
  const number = text.replaceAll(/\s/g, '').replace(new RegExp(`${unit || '%'}$`), '');
  const plain = number.includes('.') || /^-?\d{1,3}(,\d{3})+$/.test(number) ? number.replaceAll(',', '')
                                                                             : number.replace(',', '.');
  return plain === '' ? NaN : Number(plain);
};
const withUnit = value => step().predict.asks === 'percent' ? shown(100 * value) + '%'
    : step().predict.asks === 'end' && step().unit ? shown(value) + '\u00a0' + step().unit : shown(value);

function startLesson() {
  lesson = page.lesson;
  Object.assign(lesson, {given: {}, first: {}, best: {}}, remembered());
  $('lesson').hidden = false;
  document.body.classList.add('lesson');
  document.querySelectorAll('.of-lessons').forEach(part => part.hidden = false);
  $('lesson-back').addEventListener('click', stepBack);
  $('lesson-next').addEventListener('click', stepOn);
  $('lesson-save').addEventListener('click', saveAnswers);
  $('lesson-clear').addEventListener('click', clearAnswers);
  goTo(0);
}

// Answers outlast a reload, where the browser lets a file keep anything.
const shelf = () => `bubblescope ${lesson.sha256}`;
function remembered() {
  try { return JSON.parse(localStorage.getItem(shelf())) ?? {}; } catch { return {}; }
}
function remember() {
  const {given, first, best} = lesson;
  try { localStorage.setItem(shelf(), JSON.stringify({given, first, best})); } catch { /* kept until it is closed */ }
}

function goTo(at, isAnswered = false) {
  Object.assign(task, {at, isAnswered: isAnswered || at in lesson.given, guess: null, hasHint: false, reached: null});
  task.keys = step().challenge?.keys?.map(key => key.at) ?? [];
  isPlaying = false;
  showStep();
}

/// Shows the step's own scene, then what the person changed since.
function showStep() {
  const {predict, until: end, range} = step();
  cut = predict && !task.isAnswered ? predict.cut : Infinity;
  const first = page.scenes[task.at];
  isFitted = !range;
  if (range) view = {begin: range[0], end: range[1]};
  until = Math.min(cut, end ?? Infinity);
  if (until >= first.end) until = Infinity;
  setScene(stateOf()?.scene ?? task.at);  // which shows the task, too
}

/// Whether the values of a challenge are chosen for which the page has no picture.
const isUnseen = () => Boolean(stateOf()) && stateOf().scene === undefined && !stateOf().refusal;

/// A picture that is not made of tracks has neither an axis nor a table.
function showBars() {
  for (const id of ['bar', 'foot', 'table']) $(id).hidden = Boolean(step().picture) || isUnseen();
}

/// What lies over the tracks, or stands in their place: the picture of a collective, or that there is none.
function showPicture() {
  showGuess();
  const {picture} = step();
  if (picture) $('tracks').replaceChildren(make('img', {src: picture, alt: $('lesson-caption').textContent}));
  if (isUnseen())
    $('tracks').replaceChildren(line('This page has no picture of these values; Bubblescope draws one.', 'refusal'));
}

/// The scene of a challenge with the values that are chosen; null before all are.
function stateOf() {
  const {challenge} = step();
  if (!challenge?.keys || task.keys.every((value, key) => value === challenge.keys[key].at)) return null;
  if (task.keys.some(value => value < 0)) return null;
  return challenge.states[task.keys.reduce((at, value, key) => at * challenge.keys[key].values.length + value, 0)];
}

const isQuestion = () => step().question || step().predict || step().challenge;

function stepOn() {
  if (isQuestion() && !task.isAnswered) return reveal();
  if (task.at + 1 < lesson.steps.length) goTo(task.at + 1);
}
function stepBack() { if (task.at > 0) goTo(task.at - 1, !lesson.steps[task.at - 1].predict); }

function reveal() {
  if (step().predict && task.guess !== null) return give(task.guess);
  task.isAnswered = true;
  if (step().challenge?.solution) task.keys = step().challenge.solution.map((value, key) =>
      value < 0 ? task.keys[key] : value);
  showStep();
}

function give(value) {
  if (!Number.isFinite(value)) return;
  lesson.given[task.at] = value;
  if (!(task.at in lesson.first)) lesson.first[task.at] = value;  // who predicts again knows the answer
  task.isAnswered = true;
  remember();
  showStep();
}

function askAgain() {
  delete lesson.given[task.at];
  remember();
  goTo(task.at);
}

// ---- What the step says ------------------------------------------------------------------------------------------

function showTask() {
  const {caption, question, answer, predict, challenge} = step();
  $('lesson-place').textContent = `${task.at + 1} / ${lesson.steps.length}`;
  $('lesson-caption').replaceChildren(html(caption));
  $('lesson-question').replaceChildren(html(question || ''));
  $('lesson-task').replaceChildren(...(predict ? predictionParts(predict) : challenge ? challengeParts(challenge) : []));
  $('lesson-answer').replaceChildren(html(task.isAnswered ? task.reached ?? answer : ''));
  $('lesson-back').disabled = task.at === 0;
  const isLast = task.at + 1 === lesson.steps.length && (!isQuestion() || task.isAnswered);
  $('lesson-next').disabled = isLast;
  $('lesson-next').textContent = isLast ? 'End' : !isQuestion() || task.isAnswered ? 'Next' : challenge ? 'Show a solution' : 'Show the answer';
  const hasAnswers = Object.keys(lesson.first).length + Object.keys(lesson.best).length > 0;
  $('lesson-save').hidden = $('lesson-clear').hidden = !hasAnswers;
}

const button = (text, act, className = '') => {
  const made = make('button', {type: 'button', textContent: text, className});
  made.addEventListener('click', act);
  return made;
};
const line = (text, className) => make('p', {className}, text);

function predictionParts(predict) {
  const given = lesson.given[task.at];
  if (predict.asks === 'choice') {
    const choices = predict.choices.map((choice, i) => {
      const one = button('', () => give(i + 1), task.isAnswered && predict.right === i + 1 ? 'right' : '');
      if (task.isAnswered && predict.right === i + 1) one.append('✓ ');
      one.append(html(choice));
      one.disabled = task.isAnswered;
      one.setAttribute('aria-pressed', given === i + 1);
      return one;
    });
    const verdict = given === undefined ? [] : [line(given === predict.right ? 'Right.' : 'Incorrect; the correct answer is marked.', given === predict.right ? 'verdict met' : 'verdict')];
    return [make('div', {className: 'choices'}, ...choices), ...verdict, ...againPart()];
  }
  if (!task.isAnswered) {
    const field = make('input', {type: 'text', inputMode: 'decimal', size: 8, id: 'lesson-number'});
    field.setAttribute('aria-label', 'Prediction');
    if (task.guess !== null) field.value = String(task.guess);
    const unit = predict.asks === 'percent' ? '%' : predict.asks === 'end' ? step().unit : '';
    const wrong = line('Type a number, such as 1.5.', 'verdict');
    wrong.hidden = true;
    const take = () => {
      const value = typed(field.value, unit) / (predict.asks === 'percent' ? 100 : 1);
      wrong.hidden = Number.isFinite(value);
      give(value);
    };
    field.addEventListener('keydown', event => { if (event.key === 'Enter') take(); event.stopPropagation(); });
    const hint = predict.asks === 'end' ? [line('Drag the line to where the first schedule ends, or type the time.', 'fine')] : [];
    return [...hint, make('div', {className: 'row'}, field, unit, button('Check', take)), wrong];
  }
  if (given === undefined) return [line(`It is ${withUnit(predict.right)}.`, 'told'), ...againPart()];
  const apart = Math.abs(given - predict.right), rounding = 1e-9 * Math.max(Math.abs(given), Math.abs(predict.right));
  const isMet = apart <= predict.within * Math.abs(predict.right) + rounding;
  const words = predict.asks === 'end' ? ['too late', 'too early'] : ['too high', 'too low'];
  const points = shown(100 * apart);
  const difference = predict.asks !== 'percent' ? withUnit(apart)
      : points === '1' ? '1 percentage point' : `${points} percentage points`;
  const verdict = apart <= rounding ? 'Exactly right' : `${difference} ${words[given > predict.right ? 0 : 1]}`;
  const off = predict.right && apart > rounding ? ` (${percent(apart / Math.abs(predict.right))} off${isMet ? ', which counts as right' : ''})` : '';
  return [line(`You said ${withUnit(given)}. It is ${withUnit(predict.right)}.`, ''),
          line(verdict + off, isMet ? 'verdict met' : 'verdict'), ...againPart()];
}
const againPart = () => task.isAnswered ? [button('Predict again', askAgain, 'link')] : [];

function challengeParts(challenge) {
  if (!challenge.keys) return [line('Open this lesson in Bubblescope to try it.', 'fine')];
  const state = stateOf() ?? challenge.begin, parts = [];
  challenge.keys.forEach((key, k) => {
    const choices = key.values.map((text, i) => {
      const one = button(text, () => {
        task.keys[k] = i;
        const now = stateOf();
        if (now?.met) {
          task.isAnswered = true;
          task.reached = now.answer;
          const best = lesson.best[task.at];
          if (!best || now.score < best.score) lesson.best[task.at] = {score: now.score, text: now.text, keys: [...task.keys]};
          remember();
        }
        showStep();
        $('lesson-task').querySelectorAll('.key')[k]?.querySelectorAll('button')[i]?.focus();
      });
      one.setAttribute('aria-pressed', task.keys[k] === i);
      return one;
    });
    parts.push(make('div', {className: 'row key'}, make('span', {}, key.word), ...choices));
  });
  if (state.refusal) parts.push(line(`Cannot run: ${state.refusal}`, 'verdict'));
  for (const [title, now, wanted, isMet] of state.goals ?? []) {
    const goal = make('p', {className: isMet ? 'goal met' : 'goal'}, isMet ? '✓ ' : '✗ ', html(title), ' ',
                      make('b', {textContent: now}));
    if (wanted) goal.append(make('span', {className: 'fine', textContent: ` goal: ${wanted}`}));
    parts.push(goal);
  }
  const facts = [];
  if (challenge.parText) facts.push(`to beat: ${challenge.parTitle ? challenge.parTitle + ', ' : ''}${challenge.parText}`);
  if (lesson.best[task.at]) facts.push(`your best: ${lesson.best[task.at].text}`);
  if (state.met && challenge.best) facts.push(`best possible: ${challenge.best}`);
  if (facts.length) parts.push(line(facts.join(' · '), 'fine'));
  if (state.met) parts.push(line(challenge.par !== undefined && state.score < challenge.par
      ? challenge.parTitle ? `Goal reached, ${challenge.parTitle} is beaten`
                           : `Goal reached, and better than ${challenge.parText}` : 'Goal reached', 'verdict met'));
  const links = [];
  if (challenge.hint && !task.hasHint) links.push(button('Hint', () => { task.hasHint = true; showTask(); }, 'link'));
  links.push(button('Start over', () => goTo(task.at), 'link'));
  if (task.hasHint) parts.push(make('p', {className: 'hint'}, html(challenge.hint)));
  return [...parts, make('div', {className: 'row'}, ...links)];
}

// ---- The line of a predicted end ----------------------------------------------------------------------------------

/// Over the first track, and dragged along it.
function showGuess() {
  document.querySelectorAll('.guess').forEach(old => old.remove());
  const {predict} = step(), track = tracks[0];
  if (predict?.asks !== 'end' || !track?.canvas) return;
  const given = lesson.given[task.at] ?? task.guess;
  if (given === null && task.isAnswered) return;
  const at = (given ?? (scene.begin + scene.end) / 2 / MICRO) * MICRO;
  const guess = make('div', {className: task.isAnswered ? 'guess' : 'guess open'},
                     make('span', {textContent: given === null ? 'Where is the end?' : withUnit(given)}));
  guess.style.left = xOf(track, at) + 'px';
  track.canvas.parentElement.append(guess);
  if (task.isAnswered) return;
  const move = event => {
    const box = track.canvas.getBoundingClientRect(), span = scene.end - scene.begin;
    const power = 10 ** Math.floor(Math.log10(span / 200)), factor = span / 200 / power;
    const unit = power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1);
    const time = Math.round(timeAt(track, event.clientX - box.left) / unit) * unit;
    task.guess = Math.min(scene.end, Math.max(0, time)) / MICRO;
    guess.style.left = xOf(track, task.guess * MICRO) + 'px';
    guess.firstChild.textContent = withUnit(task.guess);
    $('lesson-number').value = String(task.guess);
  };
  guess.addEventListener('pointerdown', event => { guess.setPointerCapture(event.pointerId); event.stopPropagation(); });
  guess.addEventListener('pointermove', event => { if (event.buttons) move(event); event.stopPropagation(); });
}

/// A veil over everything except what the step points at.
function drawSpot(over, track, lit) {
  const veil = new Path2D();
  veil.rect(names - 3, 0, track.width, track.height);
  for (const mark of lit) {
    if (mark.length === 3) {
      const op = opOfRow(track.order, mark[1]);
      if (op < 0) continue;
      const box = boxOf(track, track.order.lanes[laneOf(track, op)], op);
      veil.rect(box.x, box.y, box.width, box.height);
    } else {
      const lane = track.order.lanes[mark[1]], x = xOf(track, mark[2]);
      if (lane) veil.rect(x, lane.top, xOf(track, mark[3]) - x, lane.bottom - lane.top);
    }
  }
  over.fillStyle = colors.window + 'b8';
  over.fill(veil, 'evenodd');
}

/// What the step points at.
function drawLit(over, track) {
  const {lit, spotlight} = step(), at = tracks.indexOf(track);
  if (stateOf()) return;
  if (spotlight) drawSpot(over, track, lit.filter(mark => mark[0] === at));
  for (const mark of lit) {
    if (mark[0] !== at) continue;
    if (mark.length === 3) {
      const op = opOfRow(track.order, mark[1]);
      if (op >= 0 && track.start[op] < until) outline(over, track, op, 2, mark[2] ? colors.error : colors.cursor);
      continue;
    }
    const [, row, begin, end] = mark, lane = track.order.lanes[row], x0 = xOf(track, begin);
    const x1 = xOf(track, Math.min(end, until));
    if (!lane || x1 <= x0) continue;
    if (spotlight) continue;
    over.strokeStyle = colors.accent;
    over.lineWidth = 2.5;
    over.strokeRect(x0, lane.top - 0.5, x1 - x0, lane.bottom - lane.top + 1);
  }
}

// ---- Answers ------------------------------------------------------------------------------------------------------

/// A file that "bubblescope lesson FILE --answers" marks.
function answersFile(name) {
  const answers = [];
  lesson.steps.forEach(({challenge}, at) => {
    if (at in lesson.first) answers.push({step: at + 1, given: lesson.first[at]});
    const best = lesson.best[at];
    if (best) answers.push({step: at + 1, set: Object.fromEntries(
        challenge.keys.map((key, k) => [key.path, key.json[best.keys[k]]]))});
  });
  return {format: 'bubblescope-answers', version: 1, lesson: lesson.title, sha256: lesson.sha256, name, answers};
}

/// For the next person at this computer.
function clearAnswers() {
  if (!confirm('Clear all answers to this lesson?')) return;
  Object.assign(lesson, {given: {}, first: {}, best: {}});
  remember();
  goTo(0);
}

function saveAnswers() {
  const name = prompt('Your name');
  if (name === null) return;
  const text = JSON.stringify(answersFile(name.trim()), null, 2) + '\n';
  const link = make('a', {href: URL.createObjectURL(new Blob([text], {type: 'application/json'})),
                          download: name.trim() ? `answers of ${name.trim()}.json` : 'answers.json'});
  link.click();
}
