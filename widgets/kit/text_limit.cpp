#include "widgets/kit/text_limit.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolTip>
#include <QValidator>

namespace bubblescope {

namespace {

/// Qt undoes an edit whose result is invalid, so that the field keeps the text it had.
class Limit : public QValidator {
public:
    Limit(QLineEdit& edit, int most) : QValidator(&edit), m_most(most) {
        connect(&edit, &QLineEdit::inputRejected, this, [this, &edit] { showTooLong(edit, m_most); });
        edit.installEventFilter(this);
    }

    State validate(QString& text, int&) const override { return text.size() > m_most ? Invalid : Acceptable; }
    bool eventFilter(QObject*, QEvent* event) override {
        return event->type() == QEvent::KeyPress && isPasteOfNothing(*static_cast<QKeyEvent*>(event));
    }

private:
    int m_most;
};

Limit* limitOf(QLineEdit& edit, int most) {
    delete edit.validator();
    // Qt cuts a text here before it asks whether it is valid. A long text of a document is shown whole.
    if (most < kMostCharacters) edit.setMaxLength(most + 1);
    auto* const limit = new Limit(edit, most);
    edit.setValidator(limit);
    return limit;
}

}  // namespace

void limitText(QLineEdit& edit, int most) { limitOf(edit, most); }

/// Such a list hands its keys to the field inside it, past the filters of that field.
void limitText(QComboBox& box, int most) { box.installEventFilter(limitOf(*box.lineEdit(), most)); }

void showTooLong(QWidget& field, int most) {
    QToolTip::showText(
        field.mapToGlobal(QPoint(0, field.height())),
        Text::tr("This text is too long: the field accepts at most %1 characters.").arg(formatCount(most)), &field);
}

bool isPasteOfNothing(const QKeyEvent& key) {
    return key.matches(QKeySequence::Paste) && QGuiApplication::clipboard()->text().isEmpty();
}

}  // namespace bubblescope
