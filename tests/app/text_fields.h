#pragma once

#include "tests/rounds.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTextEdit>
#include <QTimer>
#include <QUrl>

#include <memory>
#include <vector>

namespace bubblescope::test {

/// What other programs leave on a clipboard. Of `Gone` the program that promised a text has ended.
enum class Pasted { Nothing, Picture, Files, Html, Markdown, Gone, Huge, Text };
inline constexpr std::pair<Pasted, const char*> kAllPasted[] = {
    {Pasted::Nothing, "nothing"},        {Pasted::Picture, "a picture"}, {Pasted::Files, "files"},
    {Pasted::Html, "only HTML"},         {Pasted::Markdown, "Markdown"}, {Pasted::Gone, "what is gone"},
    {Pasted::Huge, "far too much text"}, {Pasted::Text, "a text"}};

inline const QString kPastedText = QStringLiteral("12");

inline std::unique_ptr<QMimeData> dataOf(Pasted kind) {
    struct Gone : QMimeData {
        QStringList formats() const override { return {QStringLiteral("text/plain")}; }
        bool hasFormat(const QString& format) const override { return formats().contains(format); }
        QVariant retrieveData(const QString&, QMetaType) const override { return {}; }
    };
    if (kind == Pasted::Gone) return std::make_unique<Gone>();
    // More than any field takes; 100 MB in the slow set, as Qt needs seconds for what it cuts off.
    static const QString kHuge = QStringLiteral("123456789\n").repeated(hasAllRounds() ? 10'000'000 : 1'200);
    auto data = std::make_unique<QMimeData>();
    if (kind == Pasted::Picture) data->setImageData(QImage(4, 4, QImage::Format_RGB32));
    if (kind == Pasted::Files) data->setUrls({QUrl::fromLocalFile("/no/file"), QUrl::fromLocalFile("/no/other")});
    if (kind == Pasted::Html) data->setHtml(QStringLiteral("<b>12</b>"));
    if (kind == Pasted::Markdown) data->setData(QStringLiteral("text/markdown"), "# 12");
    if (kind == Pasted::Huge) data->setText(kHuge);
    if (kind == Pasted::Text) data->setText(kPastedText);
    return data;
}

/// A field in which text can be typed, and the ways into it.
class TextField {
public:
    enum class Way { Key, Menu, Drop, MiddleClick };

    /// Those below a widget, whether they are shown or not.
    static std::vector<TextField> in(const QWidget& root) {
        std::vector<TextField> fields;
        for (QWidget* widget : root.findChildren<QWidget*>())
            if (qobject_cast<QLineEdit*>(widget) || qobject_cast<QPlainTextEdit*>(widget) ||
                qobject_cast<QTextEdit*>(widget))
                fields.push_back(TextField(widget));
        return fields;
    }

    bool isThere() const { return m_widget; }
    bool isWritable() const { return m_widget->isEnabled() && !m_widget->property("readOnly").toBool(); }
    /// Whether some texts are no value of it.
    bool isNumber() const { return qobject_cast<QAbstractSpinBox*>(m_widget->parentWidget()); }
    /// Whether it is a part of Qt's own dialog for files, which on many desktops is another program's.
    bool isForFiles() const { return qobject_cast<QFileDialog*>(m_widget->window()); }
    QString name() const {
        return QStringLiteral("%1 \"%2\"")
            .arg(QLatin1String(m_widget->metaObject()->className()), m_widget->accessibleName());
    }
    QString text() const { return m_widget->property(textProperty()).toString(); }
    void setText(const QString& text) { m_widget->setProperty(textProperty(), text); }

    /// Selects the text, and then pastes or drops data.
    void take(Pasted kind, Way way) {
        QMetaObject::invokeMethod(m_widget, "selectAll");
        if (way == Way::Drop) return drop(*dataOf(kind));
        const auto mode = way == Way::MiddleClick ? QClipboard::Selection : QClipboard::Clipboard;
        QGuiApplication::clipboard()->setMimeData(dataOf(kind).release(), mode);
        if (way == Way::Key) pressKey();
        if (way == Way::Menu) pickFromMenu();
        if (way == Way::MiddleClick) clickMiddle();
    }

private:
    explicit TextField(QWidget* widget) : m_widget(widget) {}

    const char* textProperty() const { return qobject_cast<QLineEdit*>(m_widget) ? "text" : "plainText"; }
    /// The part that has the events of the mouse.
    QWidget* surface() const {
        auto* const area = qobject_cast<QAbstractScrollArea*>(m_widget);
        return area ? area->viewport() : m_widget.data();
    }

    void pressKey() {
        QWidget* const proxy = m_widget->focusProxy();
        for (const auto type : {QEvent::ShortcutOverride, QEvent::KeyPress}) {
            QKeyEvent key(type, Qt::Key_V, Qt::ControlModifier, QStringLiteral("\x16"));
            QCoreApplication::sendEvent(proxy ? proxy : m_widget.data(), &key);
        }
    }

    /// A menu may run a loop of its own or not.
    void pickFromMenu() {
        QTimer::singleShot(0, [] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return;
            for (QAction* action : menu->actions())
                if (action->isEnabled() && action->text().startsWith(QLineEdit::tr("&Paste"))) action->trigger();
            menu->close();
        });
        const QPoint at = surface()->rect().center();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, surface()->mapToGlobal(at));
        QCoreApplication::sendEvent(surface(), &asked);
        QCoreApplication::processEvents();
    }

    void drop(const QMimeData& data) {
        const QPoint at = surface()->rect().center();
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(surface(), &enter);
        if (!enter.isAccepted()) return;
        QDropEvent dropped(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(surface(), &dropped);
    }

    void clickMiddle() {
        const QPointF at = surface()->rect().center();
        for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            const bool isPress = type == QEvent::MouseButtonPress;
            QMouseEvent click(type, at, surface()->mapToGlobal(at), Qt::MiddleButton,
                              isPress ? Qt::MiddleButton : Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(surface(), &click);
        }
    }

    QPointer<QWidget> m_widget;
};

/// Gives every field below a widget everything in these ways. What has no text, or too much of it, may change nothing,
/// and a text comes in. The result names what went wrong.
inline QStringList pasteEverywhere(const QWidget& root, std::initializer_list<TextField::Way> ways) {
    static constexpr const char* kHow[] = {"Ctrl+V", "the menu", "a drop", "a middle click"};
    QStringList wrong;
    for (TextField& field : TextField::in(root)) {
        for (const auto& [kind, what] : kAllPasted)
            for (const TextField::Way way : ways) {
                if (!field.isThere()) continue;
                const QString before = field.text();
                field.take(kind, way);
                if (!field.isThere()) continue;
                const QString after = field.text();
                const bool isKept = kind != Pasted::Text && kind != Pasted::Files && !field.isForFiles();
                const bool isTaken = kind == Pasted::Text && field.isWritable() && !field.isNumber();
                if ((isKept && after != before) || (isTaken && !after.contains(kPastedText)))
                    wrong += QStringLiteral("%1: %2 by %3 made \"%4\" of \"%5\"")
                                 .arg(field.name(), QLatin1String(what), QLatin1String(kHow[int(way)]), after.left(40),
                                      before.left(40));
                if (after != before) field.setText(before);
            }
    }
    QGuiApplication::clipboard()->clear();
    QGuiApplication::clipboard()->clear(QClipboard::Selection);
    return wrong;
}

}  // namespace bubblescope::test
