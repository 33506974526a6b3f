#pragma once

#include <QWidget>

#include <array>

class QLabel;

namespace bubblescope {

/// A line of words below a page: what a lesson says, or else why what is picked waits, or else what the numbers mean;
/// at its right a note on what was just done. It is there while it has a lesson's words, and while presenting.
class CaptionBar : public QWidget {
    Q_OBJECT
public:
    /// Whose words they are: the first that has any is heard.
    enum class Source { Lesson, Why, Meaning };

    explicit CaptionBar(QWidget* parent = nullptr);

    /// Rich text; empty: none.
    void setCaption(Source source, const QString& text);
    /// What is shown.
    QString caption() const;
    /// A few words beside it: "D = 4"; empty: none.
    void setNote(const QString& text);
    QString note() const;
    void setPresenting(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    std::array<QString, 3> m_texts;
    bool m_isPresenting = false;
    QLabel *m_text, *m_note;
};

}  // namespace bubblescope
