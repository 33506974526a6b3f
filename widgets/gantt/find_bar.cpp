#include "widgets/gantt/find_bar.h"

#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

namespace bubblescope {

FindBar::FindBar(QWidget* parent) : QWidget(parent), m_edit(new QLineEdit), m_found(new QLabel), m_error(new QLabel) {
    setAccessibleName(tr("Find an op"));
    m_edit->setMinimumWidth(120);
    limitText(*m_edit, kMostOfName);
    m_found->setObjectName(QStringLiteral("found"));
    m_found->setForegroundRole(QPalette::PlaceholderText);
    m_found->hide();
    m_error->setVisible(false);
    m_error->setWordWrap(true);

    auto* next = new QToolButton;
    next->setText(tr("Next"));
    next->setToolTip(tr("Go to the next match (Return)"));
    auto* close = new QToolButton;
    close->setText(QStringLiteral("×"));
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close (Esc)"));
    close->setAutoRaise(true);

    auto* line = new QHBoxLayout;
    line->addWidget(m_edit, 1);
    line->addWidget(m_found);
    line->addWidget(next);
    line->addWidget(close);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(8, 8, 8, 8);
    box->setSpacing(4);
    box->addLayout(line);
    box->addWidget(m_error);

    const auto search = [this] { emit searched(m_edit->text()); };
    connect(m_edit, &QLineEdit::returnPressed, this, search);
    connect(next, &QToolButton::clicked, this, search);
    connect(close, &QToolButton::clicked, this, &FindBar::close);
    connect(m_edit, &QLineEdit::textEdited, this, [this] {
        setError({});
        setFound({});
    });
    hide();
}

void FindBar::open(bool byName) {
    m_edit->setPlaceholderText(byName ? tr("F3, AGF2 rank 1, ARA") : tr("F 3, B 7 stage 2, W 5 device 1"));
    m_edit->setAccessibleName(byName ? tr("Op name to find") : tr("Kind and microbatch to find"));
    m_edit->setToolTip(byName ? tr("An op name or the start of one, optionally with a rank. "
                                   "Return goes to the next match.")
                              : tr("A kind (F, B, I, W) and a microbatch, optionally with a stage or a device. "
                                   "Return goes to the next match."));
    setError({});
    setFound({});
    show();
    raise();
    m_edit->selectAll();
    m_edit->setFocus(Qt::ShortcutFocusReason);
}

void FindBar::close() {
    hide();
    emit closed();
}

QString FindBar::text() const { return m_edit->text(); }

void FindBar::setError(const QString& error) {
    QPalette palette = m_error->palette();
    palette.setColor(QPalette::WindowText, themeOf(this->palette()).error);
    m_error->setPalette(palette);
    m_error->setText(error);
    m_error->setVisible(!error.isEmpty());
    adjustSize();
}

void FindBar::setFound(const QString& found) {
    m_found->setText(found);
    m_found->setVisible(!found.isEmpty());
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return close();
    // If Return reached the parent, it would search twice; the edit handles it.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return;
    QWidget::keyPressEvent(event);
}

void FindBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.line);
    painter.setBrush(theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

}  // namespace bubblescope
