#include "widgets/gantt/annotator.h"

#include "engine/core/text.h"
#include "widgets/kit/format.h"

#include <QAction>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>

namespace bubblescope {

namespace {

/// A name in a menu, where "&" would underline the next letter.
QString inMenu(const QString& name) { return QString(name).replace(QLatin1Char('&'), QLatin1String("&&")); }

/// Whether one end of a note is the target.
bool isAt(const PictureNote& note, const NoteTarget& target) {
    const auto isOne = [&](const NoteAnchor& anchor) {
        return anchor == target.at || anchor == target.begin || anchor == target.end;
    };
    return isOne(note.from) || (note.kind != PictureNote::Kind::Note && isOne(note.to));
}

}  // namespace

Annotator::Annotator(QWidget* window) : QObject(window), m_window(window) {}

void Annotator::addTo(QMenu& menu, const NoteTarget& target, const Annotations& now) {
    menu.addAction(inMenu(target.name))->setEnabled(false);
    if (m_begun && m_begun->from.track == target.track && m_begun->from.at != target.at) {
        const QString text =
            m_begun->kind == Kind::Bracket ? tr("Bracket to here, from %1…") : tr("Arrow to here, from %1…");
        menu.addAction(text.arg(inMenu(m_begun->from.name)), this,
                       [=, this, begun = *m_begun] { finish(begun, target, now); });
    }
    if (target.isSpan())
        menu.addAction(tr("Bracket over this time…"), this, [=, this] {
            ask({.kind = Kind::Bracket, .from = target.begin, .to = target.end, .text = {}}, now);
        });
    menu.addAction(tr("Bracket from here"), this, [=, this] { m_begun = Begun{Kind::Bracket, target}; });
    menu.addAction(tr("Arrow from here"), this, [=, this] { m_begun = Begun{Kind::Arrow, target}; });
    menu.addAction(tr("Note…"), this,
                   [=, this] { ask({.kind = Kind::Note, .from = target.at, .to = {}, .text = {}}, now); });
    if (target.op) addMarks(menu, *target.op, now);
    addRemovals(menu, target, now);
}

void Annotator::addMarks(QMenu& menu, const OpRef& op, const Annotations& now) {
    const auto addMark = [&](const QString& text, std::vector<OpRef> Annotations::*kind, const QString& set,
                             const QString& unset) {
        const bool isSet = std::ranges::find(now.*kind, op) != (now.*kind).end();
        QAction* const action = menu.addAction(text, this, [=, this] {
            Annotations after = now;
            if (isSet)
                std::erase(after.*kind, op);
            else
                (after.*kind).push_back(op);
            emit changed(after, isSet ? unset : set);
        });
        action->setCheckable(true);
        action->setChecked(isSet);
    };
    addMark(tr("Highlight"), &Annotations::highlighted, tr("Highlight operation"), tr("Remove highlight"));
    addMark(tr("Dim"), &Annotations::dimmed, tr("Dim operation"), tr("Stop dimming"));
}

void Annotator::addRemovals(QMenu& menu, const NoteTarget& target, const Annotations& now) {
    constexpr std::size_t kShown = 30;
    for (std::size_t i = 0; i < now.notes.size(); ++i) {
        const PictureNote& note = now.notes[i];
        if (!isAt(note, target)) continue;
        const QString text = note.text.empty()
                                 ? tr("Remove arrow")
                                 : tr("Remove \"%1\"").arg(inMenu(toQString(shortened(note.text, kShown))));
        menu.addAction(text, this, [=, this] {
            Annotations after = now;
            after.notes.erase(after.notes.begin() + static_cast<std::ptrdiff_t>(i));
            emit changed(after, tr("Remove annotation"));
        });
    }
}

/// A bracket goes from the earlier end to the later one, whichever was chosen first.
void Annotator::finish(const Begun& begun, const NoteTarget& to, const Annotations& now) {
    m_begun.reset();
    if (begun.kind == Kind::Arrow)
        return ask({.kind = Kind::Arrow, .from = begun.from.at, .to = to.at, .text = {}}, now);
    const bool isLater = to.start >= begun.from.start;
    const NoteTarget &first = isLater ? begun.from : to, &last = isLater ? to : begun.from;
    ask({.kind = Kind::Bracket, .from = first.begin, .to = last.end, .text = {}}, now);
}

/// Asks for the text of a note, and adds it.
void Annotator::ask(PictureNote note, const Annotations& now) {
    auto* dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QString titles[] = {tr("Add bracket"), tr("Add arrow"), tr("Add note")};
    dialog->setWindowTitle(titles[static_cast<std::size_t>(note.kind)]);
    dialog->setLabelText(note.kind == Kind::Arrow ? tr("Text beside the arrow, if any:") : tr("Text:"));
    if (auto* const field = dialog->findChild<QLineEdit*>()) field->setMaxLength(kLongestStyleText / 4);  // UTF-8
    connect(dialog, &QInputDialog::textValueSelected, this, [=, this](const QString& text) {
        PictureNote whole = note;
        whole.text = text.simplified().toStdString();
        if (!whole.text.empty() || whole.kind == Kind::Arrow) add(whole, now);
    });
    dialog->open();
}

void Annotator::add(const PictureNote& note, Annotations now) {
    const QString whats[] = {tr("Add bracket"), tr("Add arrow"), tr("Add note")};
    now.notes.push_back(note);
    emit changed(now, whats[static_cast<std::size_t>(note.kind)]);
}

}  // namespace bubblescope
