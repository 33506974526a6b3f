#include "widgets/study/form/title_part.h"

#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/live_edit.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text_edit.h"
#include "widgets/kit/theme.h"

#include <QBoxLayout>

namespace bubblescope {

namespace {

constexpr int kFirstLines = 3;

}  // namespace

TitlePart::TitlePart(const Experiment& shown, QWidget* parent) : FormPart(shown, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin, 12, kFormMargin, 8);
    layout->setSpacing(4);
    m_title = new LiveEdit;
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_title->setAccessibleName(tr("Experiment title"));
    m_title->setPlaceholderText(tr("Experiment title"));
    m_begin = new QLabel;
    m_begin->setFont(uiFont(12));
    m_begin->setForegroundRole(QPalette::PlaceholderText);
    m_begin->setAlignment(Qt::AlignTop);
    m_begin->setWordWrap(true);
    m_begin->setMaximumHeight(kFirstLines * m_begin->fontMetrics().lineSpacing());
    m_note = new TextEdit(TextEdit::Return::BreaksLine);
    m_note->setFont(uiFont(12));
    m_note->setAccessibleName(tr("Note"));
    m_note->setPlaceholderText(tr("Notes on this experiment"));
    m_note->hide();
    m_more = new LinkButton({});
    m_more->setFont(uiFont(12));
    layout->addWidget(m_title);
    layout->addWidget(m_begin);
    layout->addWidget(m_note);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    connect(m_title, &LiveEdit::typed, this, [this](const QString& text, int gesture) {
        Experiment after = this->shown();
        after.title = text.toStdString();
        ask(std::move(after), tr("Change title"), gesture);
    });
    connect(m_note, &TextEdit::typed, this, [this](const QString& text, int gesture) {
        Experiment after = this->shown();
        after.note = text.toStdString();
        ask(std::move(after), tr("Change note"), gesture);
    });
    connect(m_more, &QAbstractButton::clicked, this, [this] { setOpen(!m_isOpen); });
}

void TitlePart::refresh() {
    m_title->give(toQString(shown().title));
    m_title->setToolTip(tipHtml(toQString(shown().title)));
    m_note->give(toQString(shown().note));
    showNote();
}

void TitlePart::setOpen(bool isOpen) {
    m_isOpen = isOpen;
    showNote();
    if (isOpen) m_note->setFocus();
}

void TitlePart::showNote() {
    const QString note = toQString(shown().note);
    m_begin->setText(symbolHtml(note));
    m_begin->setVisible(!m_isOpen && !note.isEmpty());
    m_note->setVisible(m_isOpen);
    const bool isCut = m_begin->heightForWidth(width() - 2 * kFormMargin) > m_begin->maximumHeight();
    const QString closed = note.isEmpty() ? tr("+ Add note…") : isCut ? tr("More…") : tr("Edit…");
    m_more->setText(m_isOpen ? tr("Less") : closed);
    m_more->updateGeometry();
}

void TitlePart::resizeEvent(QResizeEvent* event) {
    FormPart::resizeEvent(event);
    showNote();
}

}  // namespace bubblescope
