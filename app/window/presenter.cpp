#include "app/window/presenter.h"

#include "app/pages/page.h"
#include "widgets/kit/caption_bar.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QToolTip>

#include <algorithm>

namespace bubblescope {

Presenter::Presenter(QWidget& window, CaptionBar& caption) : QObject(&window), m_window(window), m_caption(caption) {
    const auto add = [this](std::vector<QShortcut*>& to, const QKeySequence& keys, auto&& act) {
        to.push_back(new QShortcut(keys, &m_window));
        to.back()->setEnabled(false);
        connect(to.back(), &QShortcut::activated, this, act);
    };
    add(m_keys, Qt::Key_P, [this] { choose(1); });
    add(m_keys, Qt::SHIFT | Qt::Key_P, [this] { choose(-1); });
    for (const QKeySequence& plus : {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)})
        add(m_steps, plus, [this] { step(1); });
    add(m_steps, Qt::Key_Minus, [this] { step(-1); });
}

void Presenter::setPage(Page& page) {
    if (m_page) m_page->disconnect(this);
    m_page = &page;
    m_chosen = nullptr;
    connect(m_page, &Page::statusChanged, this, [this] {
        showCaption();
        showChosen();
    });
    connect(m_page, &Page::captionChanged, this, &Presenter::showCaption);
    showCaption();
    showChosen();
}

void Presenter::present(bool on) {
    if (on && !m_isPresenting) qApp->installEventFilter(this);
    if (!on) qApp->removeEventFilter(this);
    m_isPresenting = on;
    m_chosen = nullptr;
    for (QShortcut* key : m_keys) key->setEnabled(on);
    fit();
    showCaption();
    showChosen();
}

void Presenter::fit() {
    const QFont font = uiFont(13 * (m_isPresenting ? projectorScale(m_window) : 1));
    for (const char* kind : {"QMenu", "QDialog"}) QApplication::setFont(font, kind);
    QToolTip::setFont(font);
    m_caption.setPresenting(m_isPresenting);
}

/// Scales a dialog for a projector: also the parts that set their own font and the fields of a fixed size. The dialog
/// never grows larger than the window.
bool Presenter::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (isKey && m_chosen && !QApplication::activeModalWidget() && qobject_cast<QWidget*>(watched))
        return takeKey(static_cast<QKeyEvent&>(*event)) || QObject::eventFilter(watched, event);
    auto* const dialog = event->type() == QEvent::Polish ? qobject_cast<QDialog*>(watched) : nullptr;
    if (!dialog) return QObject::eventFilter(watched, event);
    const double scale = projectorScale(m_window);
    const int least = qRound(kProjectorType * m_window.height());
    constexpr double kWithFrame = 0.94;
    dialog->setMaximumSize(m_window.size() * kWithFrame);
    for (QWidget* part : dialog->findChildren<QWidget*>()) {
        QFont font = part->font();
        if (part->testAttribute(Qt::WA_SetFont) && font.pixelSize() < least) {
            font.setPixelSize(std::max(least, qRound(font.pixelSize() * scale)));
            part->setFont(font);
        }
        if (!qobject_cast<QLineEdit*>(part) && !qobject_cast<QComboBox*>(part)) continue;
        if (part->minimumWidth() == part->maximumWidth()) part->setFixedWidth(qRound(part->minimumWidth() * scale));
        if (part->minimumHeight() == part->maximumHeight()) part->setFixedHeight(qRound(part->minimumHeight() * scale));
    }
    return QObject::eventFilter(watched, event);
}

void Presenter::showCaption() {
    if (!m_page || !m_isPresenting) return;
    m_caption.setCaption(CaptionBar::Source::Why, m_page->why());
    const QString definition = m_page->definition();
    m_caption.setCaption(CaptionBar::Source::Meaning, symbolHtml(definition.isEmpty() ? m_page->answer() : definition));
}

/// The parameters that can be changed now, in the order of the form.
std::vector<ParamSlider*> Presenter::parameters() const {
    std::vector<ParamSlider*> found;
    const QWidget* const editor = m_page ? m_page->editor() : nullptr;
    if (!editor) return found;
    for (ParamSlider* slider : editor->findChildren<ParamSlider*>())
        if (slider->isVisibleTo(editor) && slider->isEnabled() && !slider->isDetermined()) found.push_back(slider);
    return found;
}

void Presenter::choose(int by) {
    const auto all = parameters();
    if (all.empty()) return;
    const auto count = static_cast<int>(all.size());
    const auto at = static_cast<int>(std::find(all.begin(), all.end(), m_chosen) - all.begin());
    m_moved.clear();
    m_typed.clear();
    m_chosen = all[static_cast<std::size_t>(at == count ? (by > 0 ? 0 : count - 1) : (at + by + count) % count)];
    showChosen();
}

void Presenter::step(int by) {
    if (!m_chosen) return;
    m_typed.clear();
    std::vector<std::pair<const ParamSlider*, QString>> before;
    for (const ParamSlider* slider : parameters()) before.push_back({slider, slider->text()});
    m_chosen->stepBy(by);
    m_moved.clear();
    for (const auto& [slider, text] : before)
        if (slider != m_chosen && slider->text() != text) m_moved.push_back(slider);
    showChosen();
}

bool Presenter::escape() {
    if (!m_chosen) return false;
    if (m_typed.isEmpty()) m_chosen = nullptr;
    m_typed.clear();
    showChosen();
    return true;
}

/// Keys that name a parameter and set it, "tc=30": letters, then "=" and a number. P chooses the next one, and keys of
/// the lectern and the picture keep their meaning until something is typed.
bool Presenter::takeKey(QKeyEvent& key) {
    const QWidget* const focus = QApplication::focusWidget();
    if (QApplication::activePopupWidget() || qobject_cast<const QLineEdit*>(focus) ||
        qobject_cast<const QPlainTextEdit*>(focus))
        return false;
    if (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) return false;
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool hasValue = m_typed.contains(QLatin1Char('='));
    const QChar c = key.text().isEmpty() ? QChar() : key.text().at(0);
    const bool isReserved = QStringLiteral("pblrf").contains(c.toLower());
    const bool hasMeaning = QStringLiteral("wasdch").contains(c.toLower());  // for the picture or the lesson
    const bool isTyped = m_typed.isEmpty() ? c.isLetter() && !isReserved && (!hasMeaning || found(c))
                         : hasValue        ? c.isLetterOrNumber() || QStringLiteral(".,+-").contains(c)
                                           : c.isLetter() || c == QLatin1Char('_') || c == QLatin1Char('=');
    const bool isEdit = !m_typed.isEmpty() && (key.key() == Qt::Key_Backspace || isReturn);
    if (!isTyped && !isEdit) return false;
    key.accept();
    if (key.type() == QEvent::ShortcutOverride) return true;  // the press follows
    if (isReturn) {
        if (hasValue && found(m_typed)) m_chosen->accept(m_typed.section(QLatin1Char('='), 1));
        m_typed.clear();
    } else if (key.key() == Qt::Key_Backspace) {
        m_typed.chop(1);
    } else if (hasValue) {
        m_typed += c;
    } else if (ParamSlider* const slider = found(m_typed + c)) {
        m_typed += c;
        m_moved.clear();
        m_chosen = slider;
    } else if (m_typed.isEmpty() || !found(m_typed)) {
        m_typed += c;  // which the note says; a slip after a name is ignored
    }
    showChosen();
    return true;
}

/// The first parameter whose symbol or name begins with the text, up to its "="; null if there is none.
ParamSlider* Presenter::found(const QString& typed) const {
    const auto plain = [](QString text) { return text.remove(QLatin1Char('_')).toLower(); };
    const QString wanted = plain(typed.section(QLatin1Char('='), 0, 0));
    for (const auto of : {&ParamSlider::symbol, &ParamSlider::word})
        for (ParamSlider* slider : parameters())
            if (plain((slider->*of)()).startsWith(wanted)) return slider;
    return nullptr;
}

QString Presenter::valueText(const ParamSlider& slider) const {
    return tr("%1 = %2").arg(slider.symbol().isEmpty() ? slider.word() : slider.symbol(), slider.text());
}

void Presenter::showChosen() {
    for (QShortcut* key : m_steps) key->setEnabled(m_chosen != nullptr);
    if (!m_chosen) return m_caption.setNote({});
    QStringList values{valueText(*m_chosen)};
    for (const ParamSlider* slider : m_moved)
        if (slider) values += valueText(*slider);
    QString note = symbolHtml(values.join(QStringLiteral(", ")));
    if (!m_typed.isEmpty() && !found(m_typed))
        note = tr("No parameter is named \"%1\".").arg(m_typed.section(QLatin1Char('='), 0, 0).toHtmlEscaped());
    if (!m_typed.isEmpty()) note += QStringLiteral(" \u00b7 ") + m_typed.toHtmlEscaped() + QLatin1Char('_');
    if (!m_chosen->error().isEmpty()) note += QStringLiteral(" \u00b7 ") + m_chosen->error().toHtmlEscaped();
    m_caption.setNote(note);
}

}  // namespace bubblescope
