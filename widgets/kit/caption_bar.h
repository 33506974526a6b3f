#pragma once

#include <QWidget>

#include <array>

class QLabel;

namespace bubblescope {

/// A line of text below a page while presenting: why the picked op waits, or else what the numbers mean; at the right,
/// a note on the last change.
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
    /// During a lesson, which has its own text, the meaning of numbers is not shown.
    void setBesideLesson(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    std::array<QString, 2> m_texts;
    bool m_isPresenting = false, m_isBesideLesson = false;
    QLabel *m_text, *m_note;
};

}  // namespace bubblescope
