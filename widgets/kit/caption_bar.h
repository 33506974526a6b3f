#pragma once

#include <QWidget>

#include <array>

class QLabel;

namespace bubblescope {

/// A text below a page while presenting: why the picked op waits, or else what the numbers mean; at the right, a note
/// on the last change. It always takes the room of two lines, so that a click moves nothing; longer text is smaller.
class CaptionBar : public QWidget {
    Q_OBJECT
public:
    /// The source of a text; the first source that has one is shown.
    enum class Source { Why, Meaning };

    explicit CaptionBar(QWidget* parent = nullptr);

    /// Rich text; empty: none.
    void setCaption(Source source, const QString& text);
    /// The text shown.
    QString caption() const;
    /// A short note next to it: "D = 4"; empty: none.
    void setNote(const QString& text);
    QString note() const;
    void setPresenting(bool on);
    /// During a lesson, which has a bar of its own, nothing is shown here.
    void setBesideLesson(bool on);
    /// The text about the pick, while presenting.
    QString why() const;

signals:
    /// caption(), why() or note() has changed.
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void fitText();

    std::array<QString, 2> m_texts;
    bool m_isPresenting = false, m_isBesideLesson = false;
    QLabel *m_text, *m_note;
};

}  // namespace bubblescope
